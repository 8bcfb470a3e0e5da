real(8) function along_axis(x)
  real(8), intent(in) :: x
  along_axis = sqrt(x * x)
end function
